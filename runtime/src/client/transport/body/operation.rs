//! The operations whose items can be kept, and their SDK settings.

use std::sync::LazyLock;

use aws_sdk_dynamodb::{
    config::{FrozenLayer, RuntimePlugin as _},
    operation::{
        batch_get_item::BatchGetItem, get_item::GetItem, query::Query, scan::Scan, transact_get_items::TransactGetItems,
    },
};

use crate::item::wire::Member;

/// An operation whose items can be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Get,
    Query,
    Scan,
    BatchGet,
    TransactGet,
}

static GET: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| GetItem::new().config());
static QUERY: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| Query::new().config());
static SCAN: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| Scan::new().config());
static BATCH_GET: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| BatchGetItem::new().config());
static TRANSACT_GET: LazyLock<Option<FrozenLayer>> = LazyLock::new(|| TransactGetItems::new().config());

impl Operation {
    /// Returns the SDK's own settings of the operation.
    pub(super) fn config(self) -> Option<&'static FrozenLayer> {
        match self {
            Self::Get => GET.as_ref(),
            Self::Query => QUERY.as_ref(),
            Self::Scan => SCAN.as_ref(),
            Self::BatchGet => BATCH_GET.as_ref(),
            Self::TransactGet => TRANSACT_GET.as_ref(),
        }
    }

    /// Returns the member of the answer that contains the items.
    pub(super) fn member(self) -> Member {
        match self {
            Self::Get => Member::Item,
            Self::Query | Self::Scan => Member::Items,
            Self::BatchGet => Member::Tables,
            Self::TransactGet => Member::Responses,
        }
    }
}
