internal import Postgres
internal import Values

extension PostgresConfiguration {
    /// A setting of each session, which the trigger that counts operators' actions reads.
    func counting(in zone: ProgrammeZone) -> PostgresConfiguration {
        guard !zone.isUTC else { return self }
        var configuration = self
        configuration.settings.others.append(SessionSettings.Setting("shipmate.time_zone", zone.name))
        return configuration
    }
}
