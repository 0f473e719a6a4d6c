internal import Crypto

/// The keys of a provider, and how long they are believed.
struct KeySetResponse: Sendable {
    let keys: KeySet
    let lifetime: KeyLifetime
}
