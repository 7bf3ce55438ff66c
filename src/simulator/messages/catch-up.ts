/** A phone catches up when it is switched on. */
import { type Account, type Arrival, inTurn, type SealedArrival } from '../account'
import { readInGroup } from '../groups/outbound'
import { addressOf } from '../wire/nodes'
import { letRun, type World } from '../world'
import { readOnPhone } from './outbound'
import { arrive, sendUnsent } from './post'

/** Delivers what it missed, in the order of arrival at the server, and sends what it could not. */
export async function catchUp(world: World, account: Account) {
  for (const missed of account.waiting.splice(0)) take(world, account, missed)
  await account.work
  await sendUnsent(world, account)
}

function take(world: World, account: Account, missed: Arrival | SealedArrival) {
  if (!('attrs' in missed))
    return letRun(
      world,
      inTurn(account, async () => arrive(world, account, missed)),
    )
  if (addressOf(missed.attrs.to).server === 'g.us') readInGroup(world, account, missed)
  else readOnPhone(world, account, missed)
}
