// A field's place in the schema is a byte.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "WIDE#<f0>")]
#[sk(template = "WIDE")]
#[rustfmt::skip]
struct Wide {
    f0: u8, f1: u8, f2: u8, f3: u8, f4: u8, f5: u8, f6: u8, f7: u8, f8: u8, f9: u8,
    f10: u8, f11: u8, f12: u8, f13: u8, f14: u8, f15: u8, f16: u8, f17: u8, f18: u8, f19: u8,
    f20: u8, f21: u8, f22: u8, f23: u8, f24: u8, f25: u8, f26: u8, f27: u8, f28: u8, f29: u8,
    f30: u8, f31: u8, f32: u8, f33: u8, f34: u8, f35: u8, f36: u8, f37: u8, f38: u8, f39: u8,
    f40: u8, f41: u8, f42: u8, f43: u8, f44: u8, f45: u8, f46: u8, f47: u8, f48: u8, f49: u8,
    f50: u8, f51: u8, f52: u8, f53: u8, f54: u8, f55: u8, f56: u8, f57: u8, f58: u8, f59: u8,
    f60: u8, f61: u8, f62: u8, f63: u8, f64: u8, f65: u8, f66: u8, f67: u8, f68: u8, f69: u8,
    f70: u8, f71: u8, f72: u8, f73: u8, f74: u8, f75: u8, f76: u8, f77: u8, f78: u8, f79: u8,
    f80: u8, f81: u8, f82: u8, f83: u8, f84: u8, f85: u8, f86: u8, f87: u8, f88: u8, f89: u8,
    f90: u8, f91: u8, f92: u8, f93: u8, f94: u8, f95: u8, f96: u8, f97: u8, f98: u8, f99: u8,
    f100: u8, f101: u8, f102: u8, f103: u8, f104: u8, f105: u8, f106: u8, f107: u8, f108: u8, f109: u8,
    f110: u8, f111: u8, f112: u8, f113: u8, f114: u8, f115: u8, f116: u8, f117: u8, f118: u8, f119: u8,
    f120: u8, f121: u8, f122: u8, f123: u8, f124: u8, f125: u8, f126: u8, f127: u8, f128: u8, f129: u8,
    f130: u8, f131: u8, f132: u8, f133: u8, f134: u8, f135: u8, f136: u8, f137: u8, f138: u8, f139: u8,
    f140: u8, f141: u8, f142: u8, f143: u8, f144: u8, f145: u8, f146: u8, f147: u8, f148: u8, f149: u8,
    f150: u8, f151: u8, f152: u8, f153: u8, f154: u8, f155: u8, f156: u8, f157: u8, f158: u8, f159: u8,
    f160: u8, f161: u8, f162: u8, f163: u8, f164: u8, f165: u8, f166: u8, f167: u8, f168: u8, f169: u8,
    f170: u8, f171: u8, f172: u8, f173: u8, f174: u8, f175: u8, f176: u8, f177: u8, f178: u8, f179: u8,
    f180: u8, f181: u8, f182: u8, f183: u8, f184: u8, f185: u8, f186: u8, f187: u8, f188: u8, f189: u8,
    f190: u8, f191: u8, f192: u8, f193: u8, f194: u8, f195: u8, f196: u8, f197: u8, f198: u8, f199: u8,
    f200: u8, f201: u8, f202: u8, f203: u8, f204: u8, f205: u8, f206: u8, f207: u8, f208: u8, f209: u8,
    f210: u8, f211: u8, f212: u8, f213: u8, f214: u8, f215: u8, f216: u8, f217: u8, f218: u8, f219: u8,
    f220: u8, f221: u8, f222: u8, f223: u8, f224: u8, f225: u8, f226: u8, f227: u8, f228: u8, f229: u8,
    f230: u8, f231: u8, f232: u8, f233: u8, f234: u8, f235: u8, f236: u8, f237: u8, f238: u8, f239: u8,
    f240: u8, f241: u8, f242: u8, f243: u8, f244: u8, f245: u8, f246: u8, f247: u8, f248: u8, f249: u8,
    f250: u8, f251: u8, f252: u8, f253: u8, f254: u8, f255: u8,
}

fn main() {}
