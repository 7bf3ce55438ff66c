/** Why a command cannot be carried out, in words for the operator: facts about the machine have no code in the error catalogue. */
export class Refusal extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'Refusal'
  }
}
