import { useAtomValue } from 'jotai/react'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { UpdateOffer } from '../../../../src/operator/update/contract'
import { languageAtom } from '../../../shared/i18n/language'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { changesIn } from './rules'

const FIRST = 6

/** What a version changes, and what that costs. */
export function Changes({ offer, companies }: { offer: UpdateOffer; companies: number }) {
  const t = useText()
  const format = useFormat()
  const language = useAtomValue(languageAtom)
  const [isWhole, setIsWhole] = useState(false)
  const { lines, lang } = changesIn(offer.changes, language)
  const shown = isWhole ? lines : lines.slice(0, FIRST)
  const { changesData, hasFailed, page } = offer
  return (
    <section className="install-part" aria-labelledby="update-changes">
      <div className="flex items-baseline gap-4">
        <h2 id="update-changes" className="mr-auto font-semibold">
          {t('installationUpdate.changes')}
        </h2>
        {page && (
          <a href={page} target="_blank" rel="noreferrer" className="link type-xs text-primary-ink">
            {t('installationUpdate.page')}
          </a>
        )}
        {lines.length > FIRST && (
          <button
            type="button"
            className="link type-xs text-primary-ink"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole
              ? t('installationUpdate.readLess')
              : t('installationUpdate.readAll', { n: format.number(lines.length) })}
          </button>
        )}
      </div>
      <ul className="update-news" lang={lang}>
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {hasFailed && <Note icon={<TriangleAlert />}>{t('installationUpdate.hasFailed')}</Note>}
      {changesData === true && (
        <Note icon={<TriangleAlert />}>
          {t('installationUpdate.cost', { n: format.number(companies), count: companies })}
        </Note>
      )}
      {changesData !== true && (
        <p className="text-sm text-muted">
          {t(changesData === null ? 'installationUpdate.costUnknown' : 'installationUpdate.noCost')}
        </p>
      )}
    </section>
  )
}
