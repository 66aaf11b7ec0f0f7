use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{
    derive::projection as derive, errors::Errors, model::projection::Projection, read::projection::read, rules,
    snapshot::pretty,
};

fn messages(input: &DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    if let Some(fields) = rules::shape::check_named_fields("projection", input, &errors)
        && let Some(projection) = read(input, &errors).and_then(|attr| Projection::new(input, fields, attr))
    {
        rules::projection::check(&projection, &errors);
    }
    errors.messages()
}

#[test]
fn a_projection_expands_as_recorded() {
    let input = parse_quote! {
        #[projection(of = crate::Order, crate = crate::db)]
        #[serde(rename_all = "camelCase")]
        pub struct OrderTotal {
            pub order_id: String,
            #[serde(rename(deserialize = "sum"))]
            pub total: u64,
            #[serde(with = "seconds")]
            pub at: DateTime<Utc>,
            #[serde(skip)]
            pub seen: bool,
            pub r#type: Kind,
        }
    };
    let expansion = derive(&input);
    assert!(expansion.to_string().len() < 4_000);
    expect_file!["../../snapshots/projection.rs"].assert_eq(&pretty(expansion));
}

#[test]
fn an_erroneous_projection_keeps_its_impl() {
    let input = parse_quote! {
        #[projection(of = Order)]
        struct OrderTotal {
            id: String,
            #[serde(flatten)]
            rest: Rest,
        }
    };
    expect_file!["../../snapshots/projection_beside_an_error.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn mistakes_give_the_recorded_messages() {
    let mistakes: [DeriveInput; 10] = [
        parse_quote!(
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection]
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection(off = Order)]
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection(of = "Order")]
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection(of = Order)]
            #[projection(of = Order)]
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection(of = Order)]
            struct OrderTotal {}
        ),
        parse_quote!(
            #[projection(of = Order)]
            struct OrderTotal {
                #[serde(skip)]
                id: String,
            }
        ),
        parse_quote!(
            #[projection(of = Order)]
            #[serde(from = "Other")]
            struct OrderTotal {
                id: String,
            }
        ),
        parse_quote!(
            #[projection(of = Order)]
            struct OrderTotal<T> {
                id: T,
            }
        ),
        parse_quote!(
            #[projection(of = Order)]
            struct OrderTotal(String);
        ),
    ];
    let found: Vec<_> = mistakes.iter().map(|input| messages(input).join("\n")).collect();
    expect_file!["../../snapshots/projection_mistakes.txt"].assert_eq(&format!("{}\n", found.join("\n")));
}
