import Testing

/// Two rows of tests, side by side. Within each, one test at a time: two crowds on a small machine would be
/// in each other's way and prove nothing more, while a test of an outage mostly waits.
enum Promises {
    @Suite(.serialized) enum UnderLoad {}
    @Suite(.serialized) enum DuringOutages {}
}
