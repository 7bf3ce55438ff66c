import type { MessageView } from '../../../../src/simulator/contract'

/** The message being replied to or edited. */
export type Reference = { readonly does: 'reply' | 'edit'; readonly message: MessageView }
