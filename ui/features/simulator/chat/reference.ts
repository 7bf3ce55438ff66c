import type { MessageView } from '../../../../src/simulator/contract'

/** What is being written about: an answer to a message, or its new text. */
export type Reference = { readonly does: 'reply' | 'edit'; readonly message: MessageView }
