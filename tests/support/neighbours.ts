/** A group chat for a test: WhatsApp's reports about it, and its members' messages. */
import type { Address, GroupMember, GroupNews, Incoming } from '../../src/channels/channel'
import type { GroupFacts } from '../../src/contacts/groups/group'
import { writeSetting } from '../../src/settings/settings'
import type { CompanyWorld } from './company-world'
import { LOJA } from './company-world'
import { group as groupAddress, lid, phone, type Telephones } from './telephones'

export const US = '5511900010001'
export const MARIA = '5521996124087'
export const JOAO = '5521987654321'
const LIDS: Readonly<Record<string, string>> = { [US]: '900', [MARIA]: '901', [JOAO]: '902' }

export const plainFacts: GroupFacts = {
  subject: 'Vizinhos',
  description: 'rua 7',
  owner: phone(MARIA),
  addressing: 'lid',
  announce: false,
  restrict: false,
  joinApproval: false,
  membersAdd: true,
  isCommunity: false,
  isCommunityAnnounce: false,
  parent: null,
}

export const both = (number: string): Address[] => [lid(LIDS[number] ?? `9${number.slice(-4)}`), phone(number)]
export const member = (number: string, more: Partial<GroupMember> = {}): GroupMember => ({
  addresses: both(number),
  role: 'member',
  isUs: number === US,
  ...more,
})

type News = GroupNews extends infer N
  ? N extends GroupNews
    ? Omit<N, 'group' | 'by'> & { by?: N['by'] }
    : never
  : never

export function neighbours(w: CompanyWorld & { readonly telephones: Telephones }, id = '120363001') {
  writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
  const address = groupAddress(id)
  const ref = w.refOf(LOJA)
  const tell = (news: News) => w.telephones.groups(ref, { group: address, by: null, ...news })
  const writes = (number: string, body: string, more: Partial<Incoming> = {}) => {
    const author = { addresses: both(number), name: number === MARIA ? 'Maria' : null }
    const incoming = w.telephones.incoming({ chat: [address], isGroup: true, author, body, ...more })
    w.telephones.deliver(ref, incoming)
    return incoming
  }
  return {
    address,
    ref,
    tell,
    writes,
    /** WhatsApp's full report at session start. */
    stands(facts: Partial<GroupFacts> = {}, members = [member(MARIA, { role: 'admin' }), member(JOAO), member(US)]) {
      tell({ type: 'all', facts: { ...plainFacts, ...facts }, members })
    },
    /** Id of the group's ticket. */
    ticketId: () => w.rows<{ id: number }>('SELECT id FROM tickets WHERE is_group = 1 ORDER BY id DESC')[0]?.id ?? 0,
    contactId: () => w.rows<{ id: number }>('SELECT id FROM contacts WHERE is_group = 1 ORDER BY id DESC')[0]?.id ?? 0,
  }
}
