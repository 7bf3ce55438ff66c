/** Why the operator's wish cannot be granted, in words for the operator: what is known of the machine has no code in the catalogue. */
export class Refusal extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'Refusal'
  }
}
