import { useText } from '../../../shared/i18n/useText'
import { Option, useActiveInView } from '../../../shared/kit/Option'
import type { Offer } from '../../../shared/offer'

export const LIST = 'palette-list'
export const optionId = (at: number) => `palette-${at}`

type Props = {
  offers: readonly Offer[]
  active: number
  /** Still searching, or opening the chosen entry. */
  isBusy: boolean
  onChoose(offer: Offer): void
  onHover(at: number): void
}

/** Offers by kind. */
export function PaletteList({ offers, active, isBusy, onChoose, onHover }: Props) {
  const t = useText()
  const list = useActiveInView(optionId(active))
  return (
    <>
      <div ref={list} id={LIST} className="palette-list" role="listbox" aria-label={t('shell.palette.title')}>
        {(['actions', 'screens', 'tickets', 'messages', 'contacts'] as const).map((kind) => {
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
                  {offer.line}
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
