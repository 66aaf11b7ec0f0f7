//! Tests the page without a browser: its text, its links, and that it loads no other files.

use std::collections::HashSet;

use keywright_tools::access_patterns::Throttling;

use crate::shop;

/// Returns the values of an attribute of HTML elements.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_has_one_target_on_the_page() {
    let page = shop::priced().to_html();
    let ids = values(&page, "id");
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "{ids:?}");
    let links = values(&page, "href");
    assert!(links.len() > 40, "{links:?}");
    for link in links.into_iter().filter(|link| *link != "data:,") {
        let target = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leaves the page"));
        assert!(ids.contains(&target), "{link}");
    }
    for label in values(&page, "aria-labelledby") {
        assert!(ids.contains(&label), "{label}");
    }
}

#[test]
fn the_page_loads_no_external_resources() {
    let page = shop::priced().to_html();
    assert!(page.contains("default-src 'none'"));
    for text in ["src=", "@import", "url(", "http://", "<iframe", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn the_page_shows_the_full_model() {
    let patterns = shop::priced();
    let page = patterns.to_html();
    // Line breaks inside code are not part of the text.
    let text = page.replace("<wbr>", "");
    let escaped =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    for entity in &patterns.entities {
        assert!(text.contains(&format!("<h3 id=\"entity-{}\">", entity.entity)));
        for attribute in &entity.attributes {
            assert!(text.contains(&format!("<code>{}</code>", attribute.name)), "{}", attribute.name);
            assert!(text.contains(&format!("<code>{}</code>", escaped(attribute.rust_type))));
        }
        for write in &entity.writes {
            assert!(text.contains(&escaped(&write.partition_key)), "{}", write.partition_key);
        }
        for call in &entity.calls {
            assert!(text.contains(&escaped(&call.call)), "{}", call.call);
        }
        for read in &entity.reads {
            assert!(text.contains(&escaped(&read.call)), "{}", read.call);
            assert!(text.contains(&escaped(&read.command).replace('\'', "&#39;")), "{}", read.command);
        }
    }
    for collection in patterns.samples.iter().flat_map(|place| &place.collections) {
        assert!(text.contains(&format!(">{}</text>", escaped(&collection.partition_key))));
    }
    assert!(text.contains("<p>Where <code>news</code> go.</p>"));
    assert!(text.contains("from a &lt;test&gt;"));
}

#[test]
fn a_simulated_roll_over_is_drawn() {
    let throttling = Throttling::new("2029-01-01T00:00:00Z")
        .entity("Order", [(0, 1_000, 250), (5, 1_000, 0)])
        .assumption("Keys are placed by seed 0.");
    let patterns = shop::priced().throttling(throttling);
    let page = patterns.to_html();
    let caption = "<figcaption>Order from 2029-01-01T00:00:00Z on: 2,000 writes, 250 of them throttled (12 %). ";
    assert!(page.contains(caption), "{page}");
    assert_eq!(page.matches("<rect class=\"throttled\" x=\"19.0\" y=\"8.0\"").count(), 1);
    assert!(page.contains("height=\"22.5\"") && page.contains("height=\"67.5\""), "a quarter of 90 is throttled");
    assert!(page.contains("A simulation, not a measurement. Keys are placed by seed 0.</p>"));
    assert!(!shop::priced().to_html().contains("roll-over\">"));
    // The other formats are those without it.
    assert_eq!(patterns.to_json(), shop::priced().to_json());
    assert_eq!(patterns.to_markdown(), shop::priced().to_markdown());
}
