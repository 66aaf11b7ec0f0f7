// Functions that check.py evaluates in a page. Each returns a list of what is wrong.
({
  // Links whose target is missing, and ids that stand twice.
  anchors() {
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `the id ${id} stands twice`);
    const links = [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href"));
    const lost = links.filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1)));
    return twice.concat(lost.map((href) => `the link ${href} leads nowhere`));
  },

  // Whatever makes the page itself wider than the window.
  overflow() {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      return element.getBoundingClientRect().right > root.clientWidth + 0.5 && !element.closest(".scroll, .skip");
    });
    return [`${root.scrollWidth} pixels wide: ${wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 80))}`];
  },

  // Text with a contrast below 4.5 to what is painted under it (WCAG 2.2, 1.4.3). The page must be as high as the window.
  contrast() {
    const channels = (color) => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const known = new Map();
    const rgba = (color) => known.get(color) ?? known.set(color, channels(color)).get(color);
    const luminance = ([red, green, blue]) => {
      const [r, g, b] = [red, green, blue].map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const painted = (element) => {
      const style = getComputedStyle(element);
      return element instanceof SVGGeometryElement ? style.fill : style.backgroundColor;
    };
    const under = (element, x, y) => {
      for (const below of document.elementsFromPoint(x, y)) {
        if (below === element || below instanceof SVGTextElement) continue;
        const color = painted(below);
        if (color !== "none" && rgba(color)[3] === 255) return color;
      }
      return getComputedStyle(document.body).backgroundColor;
    };
    const found = new Set();
    let measured = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest("script, style, [hidden], .skip")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      const style = getComputedStyle(element);
      if (!box || box.width === 0 || style.visibility === "hidden" || Number(style.opacity) === 0) continue;
      const color = element instanceof SVGElement ? style.fill : style.color;
      const ground = under(element, box.left + box.width / 2, box.top + box.height / 2);
      const [light, dark] = [luminance(rgba(color)), luminance(rgba(ground))].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      measured += 1;
      if (ratio < 4.5) found.add(`${ratio.toFixed(2)} for "${node.data.trim().slice(0, 30)}", ${color} on ${ground}`);
    }
    if (measured < 50) found.add(`only ${measured} texts were measured`);
    return [...found];
  },

  // What a screen reader needs: names of regions, pictures and tables' columns, one main heading, no skipped level.
  access() {
    const wrong = [];
    const unnamed = document.querySelectorAll("svg:not([aria-label]), [role=region]:not([aria-label]), nav:not([aria-label])");
    for (const element of unnamed) wrong.push(`no name: ${element.outerHTML.slice(0, 80)}`);
    for (const cell of document.querySelectorAll("th:not([scope])")) wrong.push(`no scope: ${cell.outerHTML.slice(0, 80)}`);
    for (const scroll of document.querySelectorAll(".scroll:not([tabindex])")) {
      wrong.push(`not reached by the keyboard: ${scroll.outerHTML.slice(0, 80)}`);
    }
    const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((heading) => Number(heading.tagName[1]));
    if (levels.filter((level) => level === 1).length !== 1) wrong.push("not one h1");
    levels.forEach((level, at) => at > 0 && level > levels[at - 1] + 1 && wrong.push(`h${level} after h${levels[at - 1]}`));
    return wrong;
  },

  // The search shows what has the word, and everything again without it.
  search() {
    const input = document.querySelector(".search input");
    const parts = [...document.querySelectorAll("[data-find]")];
    const shown = (text) => {
      input.value = text;
      input.dispatchEvent(new Event("input"));
      return parts.filter((part) => !part.hidden).length;
    };
    const wrong = [];
    if (document.querySelector(".search").hidden) wrong.push("the search is hidden");
    if (shown("no such word anywhere") !== 0) wrong.push("a word that is nowhere is found");
    const name = parts[0].querySelector("h3").firstChild.data;
    const some = shown(name);
    if (some === 0) wrong.push(`${name} is not found`);
    if (shown("") !== parts.length) wrong.push("an empty search hides parts");
    return wrong;
  },
})
