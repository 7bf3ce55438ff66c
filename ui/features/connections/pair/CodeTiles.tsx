import { Fragment } from 'react'
import { useText } from '../../../shared/i18n/useText'

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7]

/** The eight characters of a pairing code in two groups; grey while loading. */
export function CodeTiles({ code }: { code: string | null }) {
  const t = useText()
  const letters = code?.replace(/[^A-Za-z0-9]/g, '')
  const name = letters
    ? t('connections.pair.codeIs', { code: [...letters].join(' ') })
    : t('connections.pair.preparing')
  return (
    <div className="code-tiles" role="status" aria-label={name}>
      {PLACES.map((place) => (
        <Fragment key={place}>
          {place === 4 && <i />}
          <b className={letters ? undefined : 'bone'} aria-hidden="true">
            {letters?.[place]}
          </b>
        </Fragment>
      ))}
    </div>
  )
}
