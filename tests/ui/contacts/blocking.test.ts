import { expect, test } from 'bun:test'
import { channelWithoutBlock } from '../../../ui/features/contacts/blocking'

test('a contact whom only Messenger or Instagram knows cannot be blocked there', () => {
  const lacking = ([null, 'lid', 'bsuid', 'psid', 'igsid'] as const).map((idKind) => channelWithoutBlock({ idKind }))
  expect(lacking).toEqual([undefined, undefined, undefined, 'facebook', 'instagram'])
})
