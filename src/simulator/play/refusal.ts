/** Error for a command that cannot be executed, with the reason. */
import type { CommandFailure } from '../contract'

export class Refusal extends Error {
  constructor(
    readonly reason: CommandFailure,
    about = '',
  ) {
    super(about ? `${reason}: ${about}` : reason)
  }
}
