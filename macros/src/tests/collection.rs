use expect_test::expect_file;
use syn::{DeriveInput, parse_quote};

use crate::{
    derive::collection as derive, errors::Errors, model::collection::Collection, read::collection::read, rules,
    snapshot::pretty,
};

fn messages(input: DeriveInput) -> Vec<String> {
    let errors = Errors::new();
    if rules::shape::check_plain_type(&input, &errors).is_some() {
        rules::collection::check(&Collection::new(&input, read(&input, &errors)), &errors);
    }
    errors.messages()
}

#[test]
fn an_enum_on_an_index_expands_as_recorded() {
    let input = parse_quote! {
        /// Everything of one region.
        #[collection(query = of_region(tenant, region), index = "GSI1", crate = crate::db)]
        pub enum RegionItem {
            Customer(Customer),
            Order(Box<shop::Order>),
        }
    };
    expect_file!["../../snapshots/collection_enum.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn a_struct_expands_as_recorded() {
    let input = parse_quote! {
        /// A customer and what belongs to it.
        #[collection(query(id))]
        pub(crate) struct CustomerWithOrders {
            pub customer: Customer,
            pub orders: Vec<Order>,
            pub r#type: std::option::Option<Kind>,
        }
    };
    expect_file!["../../snapshots/collection_struct.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn an_erroneous_collection_expands_to_a_stub() {
    let input = parse_quote! {
        #[collection(query = of_customer(id))]
        struct CustomerWithOrders {
            customer: Customer,
            orders: Vec<Order>,
            more: Vec<Order>,
        }
    };
    expect_file!["../../snapshots/collection_beside_an_error.rs"].assert_eq(&pretty(derive(&input)));
}

#[test]
fn variants_without_exactly_one_entity_are_rejected() {
    let found = messages(parse_quote! {
        enum Item {
            None,
            Two(Customer, Order),
            Named { order: Order },
            Nothing(),
            Right(Customer),
        }
    });
    assert_eq!(
        found,
        [
            "a variant contains exactly one entity; write it as `None(None)`",
            "a variant contains exactly one entity; write it as `Two(Customer)`",
            "a variant contains exactly one entity; write it as `Named(Order)`",
            "a variant contains exactly one entity; write it as `Nothing(Nothing)`",
        ]
    );
}

#[test]
fn unnamed_fields_empty_structs_and_unions_are_rejected() {
    assert_eq!(
        messages(parse_quote!(
            struct Item(Customer);
        )),
        ["the fields of a collection have names; write them as `{ customer: Customer, .. }`"]
    );
    assert_eq!(
        messages(parse_quote!(
            struct Item {}
        )),
        ["`Item` has no fields; a collection contains at least one entity, as in `customer: Customer`"]
    );
    assert_eq!(
        messages(parse_quote!(
            union Item {
                a: u8,
            }
        )),
        ["`Collection` is derived for an enum or a struct; a union cannot distinguish its entities"]
    );
}

#[test]
fn an_entity_held_twice_is_rejected() {
    let found = messages(parse_quote! {
        struct Item {
            first: Order,
            others: Vec<Order>,
        }
    });
    let duplicate = "KW011: `Item` contains `Order` twice: an item can be only one of them; keep one of the two";
    assert_eq!(found, [duplicate, "first used here"]);
}

#[test]
fn an_unreadable_query_is_one_error() {
    let unreadable = [
        "query",
        "query = \"of\"",
        "query = of(\"id\")",
        "query = of()()",
        "query = of[id]",
        "query(1)",
        "query = a::b",
    ];
    for option in unreadable {
        let option: proc_macro2::TokenStream = option.parse().unwrap();
        let found = messages(parse_quote! {
            #[collection(#option)]
            enum Item { Order(Order) }
        });
        assert!(
            matches!(found.as_slice(), [error] if error.starts_with("KW020: `query` needs")),
            "{option}: {found:?}"
        );
    }
    let found = messages(parse_quote! {
        #[collection(query = of(id, id))]
        enum Item { Order(Order) }
    });
    assert_eq!(found, ["KW020: `id` is given twice; keep one of the two", "first used here"]);
}

#[test]
fn a_generic_type_gets_no_impl() {
    let generic = pretty(derive(&parse_quote! {
        enum Item<T> { Order(T) }
    }));
    assert!(generic.contains("no generic parameters") && !generic.contains("impl"), "{generic}");
}
