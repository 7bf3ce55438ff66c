/** To which connection webhooks for an account go. */
import * as v from 'valibot'
import { defineControlWrite } from '../../../platform/control-writes'
import { execute } from '../../../platform/sql'
import { channelAccounts } from '../../connections/tables'
import { ChannelKind } from '../../contract'

const Connection = { companyId: v.number(), connectionId: v.number() }

/** The company has claimed the account. `appSecret` is encrypted. What went to the connection for another account ends. */
export const storeReceiver = defineControlWrite(
  'meta.storeReceiver',
  v.object({
    channel: ChannelKind,
    account: v.string(),
    ...Connection,
    appSecret: v.nullable(v.string()),
    verifyTokenHash: v.nullable(v.string()),
    businessId: v.nullable(v.string()),
    metaUserId: v.nullable(v.string()),
  }),
  (control, _now, { channel, account, ...facts }): void => {
    const { companyId, connectionId } = facts
    execute(control, 'DELETE FROM channel_accounts WHERE company_id = ? AND connection_id = ?', [
      companyId,
      connectionId,
    ])
    control
      .insert(channelAccounts)
      .values({ channel, account, ...facts })
      .onConflictDoUpdate({ target: [channelAccounts.channel, channelAccounts.account], set: facts })
      .run()
  },
)

export const removeReceiver = defineControlWrite(
  'meta.removeReceiver',
  v.object(Connection),
  (control, _now, { companyId, connectionId }): void =>
    void execute(control, 'DELETE FROM channel_accounts WHERE company_id = ? AND connection_id = ?', [
      companyId,
      connectionId,
    ]),
)
