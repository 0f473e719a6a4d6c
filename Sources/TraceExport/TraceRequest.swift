internal import EventLoops
internal import Glibc
internal import JSON
internal import Tracing

/// An `ExportTraceServiceRequest` in OTLP's JSON: ids as hexadecimal digits, enumerations as numbers, 64-bit
/// integers as strings (OpenTelemetry Protocol 1.9, section "JSON Protobuf Encoding").
struct TraceRequest {
    let resource: TraceResource
    let spans: [FinishedSpan]
    /// The time of day at the zero of the monotonic clock.
    private let epochNanoseconds: Int64

    init(_ resource: TraceResource, _ spans: [FinishedSpan]) {
        self.resource = resource
        self.spans = spans
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        epochNanoseconds =
            Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - MonotonicInstant.now.nanoseconds
    }

    var bytes: [UInt8] {
        var json = JSONWriter(reserving: 1_024 + 768 * spans.count)
        json.object { json in
            json.key("resourceSpans")
            json.array { json in
                json.object { json in
                    writeResource(to: &json)
                    writeScope(to: &json)
                }
            }
        }
        return json.bytes
    }

    private func writeResource(to json: inout JSONWriter) {
        json.key("resource")
        json.object { json in
            json.attributes { json in
                json.attribute("service.name", resource.service)
                json.attribute("service.version", resource.version)
                json.attribute("service.instance.id", String(resource.instance, radix: 16))
            }
        }
    }

    private func writeScope(to json: inout JSONWriter) {
        json.key("scopeSpans")
        json.array { json in
            json.object { json in
                json.key("scope")
                json.object { json in
                    json.member("name", "shipmate")
                    json.member("version", resource.version)
                }
                json.key("spans")
                json.array { json in
                    for span in spans { write(span, to: &json) }
                }
            }
        }
    }

    private func write(_ span: FinishedSpan, to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", span.context.traceID.text)
            json.member("spanId", span.context.spanText)
            json.member("flags", span.flags)
            if let parent = span.parent { json.member("parentSpanId", parent.spanText) }
            json.member("name", span.work.name)
            json.member("kind", span.work.kind)
            json.member("startTimeUnixNano", String(epochNanoseconds + span.start.nanoseconds))
            json.member("endTimeUnixNano", String(epochNanoseconds + span.end.nanoseconds))
            json.attributes { span.work.writeAttributes(to: &$0) }
            if !span.links.isEmpty { writeLinks(span.links, to: &json) }
            guard span.work.hasFailed else { return }
            json.key("status")
            json.object { $0.member("code", Int64(2)) }
        }
    }

    private func writeLinks(_ links: [TraceContext], to json: inout JSONWriter) {
        json.key("links")
        json.array { json in
            for link in links {
                json.object { json in
                    json.member("traceId", link.traceID.text)
                    json.member("spanId", link.spanText)
                    json.member("flags", Int64(link.flags) | FinishedSpan.knowsRemoteFlag)
                }
            }
        }
    }
}

extension FinishedSpan {
    /// `SpanFlags` of trace.proto.
    fileprivate static let knowsRemoteFlag: Int64 = 0x100
    private static let isRemoteFlag: Int64 = 0x200

    fileprivate var flags: Int64 {
        let isRemote = isParentRemote && parent != nil
        return Int64(context.flags) | Self.knowsRemoteFlag | (isRemote ? Self.isRemoteFlag : 0)
    }
}
