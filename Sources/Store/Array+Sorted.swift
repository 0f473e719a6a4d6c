extension Array {
    /// In the order of what `key` gives. Keys are moved while they are put in order, not elements: a user, or
    /// an event with its user, is so large that moving it costs more than comparing.
    func sorted<Key: Comparable>(on key: (Element) -> Key) -> [Element] {
        let keys = map(key)
        return keys.indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
    }
}
