import { useQueries } from '@tanstack/react-query'
import { useId } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { ForwardWay } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { classes } from '../../../shared/kit/classes'
import type { PickableContact } from '../../contacts/PeoplePicker'
import { forwardWaysQuery } from '../../messages/api'
import { lackText } from '../../messages/lacks'
import { needsChoice, type WaysOfPerson } from '../rules/forwardWays'

type ForwardQuestion = { ticket: TicketSummary; ids: readonly number[]; people: readonly PickableContact[] }

/** The ways to each person, as far as they are read. */
export function useForwardWays({ ticket, ids, people }: ForwardQuestion): readonly WaysOfPerson[] {
  const found = useQueries({ queries: people.map(({ id }) => forwardWaysQuery(ticket.id, ids, id)) })
  return people.flatMap((person, at) => {
    const ways = found[at]?.data
    return ways ? [{ person, ways }] : []
  })
}

type Props = {
  of: readonly WaysOfPerson[]
  /** The chosen connection by contact. */
  chosen: ReadonlyMap<number, number>
  onChoose(contactId: number, whatsappId: number): void
}

/** By which connection each person gets the messages, where there is a choice or none is possible. */
export function ForwardOver({ of, chosen, onChoose }: Props) {
  return of
    .filter(({ ways }) => needsChoice(ways))
    .map(({ person, ways }) => (
      <PersonWays
        key={person.id}
        name={person.name}
        ways={ways}
        chosen={chosen.get(person.id)}
        onChoose={(id) => onChoose(person.id, id)}
      />
    ))
}

type PersonProps = {
  name: string
  ways: readonly ForwardWay[]
  chosen: number | undefined
  onChoose(whatsappId: number): void
}

function PersonWays({ name, ways, chosen, onChoose }: PersonProps) {
  const t = useText()
  const group = useId()
  return (
    <fieldset className="mt-3 grid gap-0.5">
      <legend className="menu-label">{t('channels.forward.over', { name })}</legend>
      {ways.map((way) => (
        <label
          key={way.whatsapp.id}
          className={classes('menu-row', way.obstacle === null && 'hover:bg-hover')}
          data-disabled={way.obstacle !== null || undefined}
        >
          <input
            type="radio"
            className="radio radio-primary radio-sm"
            name={group}
            checked={chosen === way.whatsapp.id}
            disabled={way.obstacle !== null}
            onChange={() => onChoose(way.whatsapp.id)}
          />
          <ChannelIcon channel={way.whatsapp.channel} />
          <span className="two min-w-0">
            <span className="truncate">{way.whatsapp.name}</span>
            <WayNote way={way} name={name} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Why not, or else the address there. */
function WayNote({ way: { whatsapp, address, obstacle, lack }, name }: { way: ForwardWay; name: string }) {
  const t = useText()
  const { phone } = useFormat()
  const channel = t(`common.channel.${whatsapp.channel}`)
  if (lack && obstacle === 'lacks') return <small>{lackText(t, lack)}</small>
  if (obstacle !== null && obstacle !== 'lacks')
    return <small>{t(`channels.forward.obstacle.${obstacle}`, { name, channel })}</small>
  return address && <small>{address.startsWith('@') ? address : phone(address)}</small>
}
