"use strict";
// Search: shows the entities, reads and keys with all words of the text. The page says everything without it.
(() => {
  const search = document.querySelector(".search");
  const input = search.querySelector("input");
  const output = search.querySelector("output");
  const parts = [...document.querySelectorAll("[data-find]")];
  const texts = new Map(parts.map((part) => [part, part.textContent.toLowerCase()]));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (part) => words.every((word) => texts.get(part).includes(word));
    let shown = 0;
    for (const part of parts) {
      part.hidden = !has(part);
      shown += part.hidden ? 0 : 1;
    }
    output.textContent = words.length === 0 ? "" : `${shown} of ${parts.length} parts`;
  };
  search.hidden = false;
  input.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape" && document.activeElement === input) {
      input.value = "";
      filter();
    }
  });
  // A link to a part that the search has hidden shows all parts again.
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.closest("[hidden]")) {
      input.value = "";
      filter();
      target.scrollIntoView();
    }
  });
  for (const pre of document.querySelectorAll("details pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(pre.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select the text to copy it";
      }
    });
    pre.after(button);
  }
})();
