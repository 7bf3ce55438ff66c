import { Info } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { Part } from './Part'

const steps = {
  byHand: ['open', 'scan', 'values', 'history'],
  byMeta: ['enter', 'scan', 'choose', 'history'],
} as const
const PRICES = ['phone', 'answer', 'template'] as const

/** The same number stays on the phone's app: Meta links the two, and the number is not registered again. */
export function CoexistPart({ place, way }: { place: number; way: keyof typeof steps }) {
  const t = useText()
  return (
    <Part place={place} title={t('connections.official.coexist.title')}>
      <ol className="does grid">
        {steps[way].map((step, at) => (
          <li key={step}>
            <span className="ordinal">{at + 1}</span>
            <span className="two">
              <span>{t(`connections.official.coexist.${step}`)}</span>
              <small>{t(`connections.official.coexist.${step}Text`)}</small>
            </span>
          </li>
        ))}
      </ol>
      <Note tone="info" icon={<Info />}>
        {t('connections.official.coexist.note')}
      </Note>
      <dl className="grid gap-2 text-sm">
        {PRICES.map((one) => (
          <div key={one} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{t(`connections.official.coexist.prices.${one}`)}</dt>
            <dd>{t(`connections.official.coexist.costs.${one}`)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
