package import FoundationEssentials
package import JSON
package import Values

// Ids and times are most of every reply: they are written straight into it, without a string between.

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ id: UUID) {
        key(name)
        plain(UUID.textLength) { id.write(to: &$0) }
    }

    package mutating func member(_ name: StaticString, _ uid: UserID) {
        member(name, uid.uuid)
    }

    package mutating func member(_ name: StaticString, _ uid: UserID?) {
        if let uid { return member(name, uid) }
        key(name)
        null()
    }

    package mutating func member(_ name: StaticString, _ time: Timestamp) {
        key(name)
        plain(RFC3339.textLength) { RFC3339.write(time, to: &$0) }
    }

    package mutating func member(_ name: StaticString, _ time: Timestamp?) {
        if let time { return member(name, time) }
        key(name)
        null()
    }
}
