/** The fleet's servers, or its settings, cannot be used. `reasons` are sentences for the operator. */
export class FleetRefused extends Error {
  readonly reasons: readonly string[]
  constructor(reasons: readonly string[], cause?: unknown) {
    super(`The fleet cannot be used:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`, { cause })
    this.name = 'FleetRefused'
    this.reasons = reasons
  }
}

/** What servers that are starting look like, so it may pass. */
export class ServersNotReady extends FleetRefused {}
