/** Where a request of a company goes, as placement sees it. */
import type { PeerAddress } from './peers'

/** `retryAfter` in seconds. */
export type Owner =
  | { readonly at: 'here' }
  | ({ readonly at: 'there' } & PeerAddress)
  | { readonly at: 'nowhere'; readonly retryAfter: number }

/** What is needed of placement. */
export type OwnersKnown = {
  /** Whether this node may answer for the company. */
  owns(company: string): boolean
  /** Undefined while nobody owns the company. */
  ownerOf(company: string): PeerAddress | undefined
}

const RETRY_AFTER_SECONDS = 2
const here: Owner = { at: 'here' }
const nowhere: Owner = { at: 'nowhere', retryAfter: RETRY_AFTER_SECONDS }

/** `node` is this node. A company that it is taking, or letting go of, is nowhere yet. */
export function ownersSeenFrom(node: string, { owns, ownerOf }: OwnersKnown): (company: string) => Owner {
  return (company) => {
    if (owns(company)) return here
    const owner = ownerOf(company)
    return owner === undefined || owner.node === node ? nowhere : { at: 'there', node: owner.node, url: owner.url }
  }
}
