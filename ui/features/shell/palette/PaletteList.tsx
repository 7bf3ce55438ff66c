import { UsersRound } from 'lucide-react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import { contactName } from '../../contacts/contactName'
import { useNumberText } from '../../contacts/useNumberText'
import { statusText } from '../../desk/statusText'
import type { Offer } from './offers'

export const LIST = 'palette-list'
export const optionId = (at: number) => `palette-${at}`

type Props = {
  offers: readonly Offer[]
  active: number
  /** More is being looked for, or what was chosen is being opened. */
  isBusy: boolean
  onChoose(offer: Offer): void
  onHover(at: number): void
}

/** What is offered, by kind. */
export function PaletteList({ offers, active, isBusy, onChoose, onHover }: Props) {
  const t = useText()
  const list = useActiveInView(optionId(active))
  return (
    <>
      <div ref={list} id={LIST} className="palette-list" role="listbox" aria-label={t('shell.palette.title')}>
        {(['screens', 'tickets', 'contacts'] as const).map((kind) => {
          const some = offers.flatMap((offer, at) => (offer.kind === kind ? { offer, at } : []))
          if (some.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: a part of a listbox is no fieldset
            <div key={kind} role="group" aria-label={t(`shell.palette.${kind}`)}>
              <div className="menu-label" aria-hidden="true">
                {t(`shell.palette.${kind}`)}
              </div>
              {some.map(({ offer, at }) => (
                <Option
                  key={offer.id}
                  id={optionId(at)}
                  isActive={at === active}
                  onChoose={() => onChoose(offer)}
                  onHover={() => onHover(at)}
                >
                  <OfferLine offer={offer} />
                </Option>
              ))}
            </div>
          )
        })}
      </div>
      <span className="sr-only" role="status">
        {isBusy ? t('common.loading') : t('shell.palette.count', { count: offers.length })}
      </span>
    </>
  )
}

function OfferLine({ offer }: { offer: Offer }) {
  const t = useText()
  const format = useFormat()
  const numberText = useNumberText()
  switch (offer.kind) {
    case 'screens': {
      const { icon: Icon, name } = offer.entry
      return (
        <>
          <Icon />
          {t(`shell.${name}`)}
        </>
      )
    }
    case 'tickets': {
      const { id, contact, isGroup, status, updatedAt } = offer.ticket
      const name = contactName(offer.ticket)
      return (
        <>
          <Face name={name} src={contact.profilePicUrl} size={1.75} icon={isGroup ? <UsersRound /> : undefined} />
          <span className="truncate" dir="auto">
            {name}
          </span>
          <span className="menu-hint shrink-0">
            #{id} · {statusText(t, status)} · {format.date(updatedAt)}
          </span>
        </>
      )
    }
    case 'contacts': {
      const name = contactName(offer)
      return (
        <>
          <Face name={name} src={offer.contact.profilePicUrl} size={1.75} />
          <span className="truncate" dir="auto">
            {name}
          </span>
          <span className="menu-hint shrink-0">{numberText(offer.contact)}</span>
        </>
      )
    }
  }
}
