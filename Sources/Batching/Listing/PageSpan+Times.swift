internal import Crypto
internal import FoundationEssentials
package import Store
package import Values

extension PageSpan {
    package init(from: Timestamp?, until: Timestamp?) {
        self.init(
            from: from, until: until,
            firstID: from.map { UUID(firstAt: $0.adding(seconds: -Self.slackSeconds)) },
            lastID: until.map { UUID(firstAt: $0.adding(seconds: Self.slackSeconds)) })
    }
}
