/** A command that cannot be carried out, with the reason. */
import type { CommandFailure } from '../contract'

export class Refusal extends Error {
  constructor(
    readonly reason: CommandFailure,
    about = '',
  ) {
    super(about ? `${reason}: ${about}` : reason)
  }
}
