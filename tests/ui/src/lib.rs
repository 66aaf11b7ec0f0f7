//! What the compiler says when it refuses; apart from the SDK, because trybuild builds every dependency again
