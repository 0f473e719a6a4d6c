internal import Basics
internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Referrals
internal import Service
internal import Tracing
internal import Values

extension Operations {
    var metricsText: String {
        var text = PrometheusText()
        writeExchanges(to: &text)
        writeServices(to: &text)
        text.metric("shipmate_connections_open", .gauge, "Open connections.")
        let connections = self.connections()
        text.sample("shipmate_connections_open", [], connections.open)
        text.metric(
            "shipmate_connections_refused_total", .counter,
            "Connections refused because their address has too many.")
        text.sample("shipmate_connections_refused_total", [], connections.refused)
        text.metric(
            "shipmate_connections_displaced_total", .counter, "Idle connections closed for new ones.")
        text.sample("shipmate_connections_displaced_total", [], connections.displaced)
        let buffers = self.buffers()
        text.metric(
            "shipmate_buffers_bytes", .gauge,
            "Memory of unfinished bodies and replies, kernel buffers included.")
        text.sample("shipmate_buffers_bytes", [], buffers.bytes)
        text.metric(
            "shipmate_connections_shed_total", .counter,
            "Connections closed because they kept most of too many bytes.")
        text.sample("shipmate_connections_shed_total", [], buffers.shed)
        text.metric(
            "shipmate_forwarded_unread_total", .counter,
            "Requests with an invalid X-Forwarded-For, which count as their proxy's.")
        text.sample("shipmate_forwarded_unread_total", [], forwardedUnread.withLock { $0 })
        text.metric(
            "shipmate_log_lines_dropped_total", .counter,
            "Log lines dropped because their reader is too slow.")
        text.sample("shipmate_log_lines_dropped_total", [], log.linesDropped)
        text.metric(
            "shipmate_set_aside", .gauge, "Items of recurring work that fail and are tried again, by work.")
        let setAside = setAside.counts
        for work in SetAside.Work.allCases {
            text.sample("shipmate_set_aside", [("work", work.rawValue)], setAside[work] ?? 0)
        }
        writeTraces(to: &text)
        return text.text
    }

    private func writeTraces(to text: inout PrometheusText) {
        let counts = traces.snapshot
        text.metric("shipmate_spans_exported_total", .counter, "Spans of traces that the collector accepted.")
        text.sample("shipmate_spans_exported_total", [], counts.exported)
        let name = "shipmate_spans_dropped_total"
        text.metric(name, .counter, "Lost spans of traces, by cause.")
        for loss in TraceCounts.Loss.allCases {
            text.sample(name, [("cause", loss.rawValue)], counts.dropped[loss] ?? 0)
        }
    }

    private func writeExchanges(to text: inout PrometheusText) {
        let whole = exchanges.map(\.snapshot).reduce(into: [:]) { $0.merge($1) { $0.adding($1) } }
        let latency = Dictionary(whole.map { ($0.key.pattern, $0.value) }) { $0.adding($1) }
        text.metric("shipmate_http_requests_total", .counter, "Requests by route pattern, method and status.")
        for (label, latency) in whole.sorted(by: {
            ($0.key.pattern, $0.key.status) < ($1.key.pattern, $1.key.status)
        }) {
            text.sample(
                "shipmate_http_requests_total",
                [("route", label.pattern), ("method", label.method), ("status", String(label.status))],
                latency.requests)
        }
        let name = "shipmate_http_request_duration_seconds"
        text.metric(name, .histogram, "Time from a request's first byte to its reply.")
        for (pattern, latency) in latency.sorted(by: { $0.key < $1.key }) {
            text.histogram(
                name, [("route", pattern)],
                bounds: ExchangeMetrics.Latency.boundsMilliseconds.map { $0 / 1000 }, counts: latency.counts,
                sum: Double(latency.nanoseconds) / 1e9)
        }
    }

    private func writeServices(to text: inout PrometheusText) {
        let whole = services.map(\.snapshot).reduce(into: ServiceMetrics.Snapshot()) { $0.add($1) }
        text.metric("shipmate_batch_commands", .histogram, "Commands in a batch, by kind.")
        for (kind, batches) in whole.batches.sorted(by: { $0.key < $1.key }) {
            text.histogram(
                "shipmate_batch_commands", [("kind", kind)],
                bounds: ServiceMetrics.Batches.bounds.map(Double.init),
                counts: batches.counts, sum: Double(batches.commands))
        }
        text.metric(
            "shipmate_queue_commands", .gauge,
            "Commands waiting for a batch, by kind; passwords wait for hashing.")
        for (kind, depth) in whole.queueDepths.sorted(by: { $0.key < $1.key }) {
            text.sample("shipmate_queue_commands", [("kind", kind)], depth)
        }
        text.sample("shipmate_queue_commands", [("kind", "passwords")], passwordQueueDepth())
        text.metric("shipmate_rewards_total", .counter, "Rewards by rule and status.")
        for (label, count) in whole.rewards.sorted(by: { $0.key.rule < $1.key.rule }) {
            text.sample(
                "shipmate_rewards_total",
                [("rule", label.rule.description), ("status", label.status.rawValue)], count)
        }
        text.metric("shipmate_mails_total", .counter, "Attempts to send mails, by outcome.")
        for result in ServiceMetrics.MailResult.allCases {
            text.sample(
                "shipmate_mails_total", [("outcome", result.rawValue)], whole.mails[result] ?? 0)
        }
        text.metric("shipmate_pool_waits_total", .counter, "Calls that waited for a database connection.")
        text.sample("shipmate_pool_waits_total", [], whole.poolWaits)
        text.metric("shipmate_pool_wait_seconds_total", .counter, "Waiting time for database connections.")
        text.sample("shipmate_pool_wait_seconds_total", [], Double(whole.poolWaitNanoseconds) / 1e9)
        text.metric("shipmate_clicks_recorded_total", .counter, "Stored clicks on links.")
        text.sample("shipmate_clicks_recorded_total", [], whole.clicksRecorded)
        text.metric(
            "shipmate_clicks_counted_total", .counter, "Clicks on links that are only counted in statistics.")
        text.sample("shipmate_clicks_counted_total", [], whole.clicksCounted)
        text.metric(
            "shipmate_clicks_dropped_total", .counter, "Lost clicks on links: neither stored nor counted.")
        text.sample("shipmate_clicks_dropped_total", [], whole.clicksDropped)
        writeWebhooks(whole.webhooks, to: &text)
        writeLedger(whole, to: &text)
    }

    private func writeWebhooks(_ counts: WebhookCounts, to text: inout PrometheusText) {
        func write(
            _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ values: [UUID: some BinaryInteger]
        ) {
            text.metric(name, kind, help)
            for (webhook, value) in values.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
                text.sample(name, [("webhook", webhook.lowercaseText)], Int64(value))
            }
        }
        write(
            "shipmate_webhook_delivered_total", .counter, "Requests that a webhook's receiver has taken.",
            counts.delivered)
        write(
            "shipmate_webhook_failed_total", .counter,
            "Requests that failed, by webhook; most are sent again.",
            counts.failed)
        write(
            "shipmate_webhook_waiting", .gauge, "Changes that are still to be sent, by webhook.",
            counts.backlogs.mapValues(\.waiting))
        write(
            "shipmate_webhook_oldest_seconds", .gauge,
            "Age of the oldest change that is still to be sent, by webhook.",
            counts.backlogs.mapValues(\.oldestSeconds))
        let lag = "shipmate_webhook_lag_seconds"
        text.metric(lag, .histogram, "Time from a change to its first request to a webhook.")
        text.histogram(
            lag, [], bounds: WebhookCounts.lagBounds.map { Double($0) / 1_000 }, counts: counts.lags,
            sum: Double(counts.lagMilliseconds) / 1_000)
        let streams = "shipmate_streams"
        text.metric(streams, .gauge, "Open streams of users.")
        text.sample(streams, [], counts.streams)
        let horizon = "shipmate_changes_horizon_age_seconds"
        text.metric(
            horizon, .gauge, "Age of the oldest change that an open transaction still hides from readers.")
        text.sample(horizon, [], Double(counts.horizonMilliseconds) / 1_000)
    }

    private func writeLedger(_ whole: ServiceMetrics.Snapshot, to text: inout PrometheusText) {
        let age = "shipmate_ledger_statement_age_seconds"
        text.metric(age, .gauge, "Age of the ledger's newest statement.")
        if let stated = whole.ledgerStatedAt {
            text.sample(age, [], MonotonicInstant.now.milliseconds(since: stated) / 1_000)
        }
        let name = "shipmate_causes_refused_total"
        text.metric(name, .counter, "Rows refused without a genuine MAC, by kind.")
        for (kind, count) in whole.causesRefused.sorted(by: { $0.key < $1.key }) {
            text.sample(name, [("kind", kind)], count)
        }
    }
}

extension ExchangeMetrics.Latency {
    fileprivate func adding(_ other: Self) -> Self {
        var sum = self
        for index in counts.indices { sum.counts[index] += other.counts[index] }
        sum.nanoseconds += other.nanoseconds
        return sum
    }
}
