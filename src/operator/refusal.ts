/** Why a command was refused, as text for the operator. Facts about the machine have no error code. */
export class Refusal extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'Refusal'
  }
}
