import { ExternalLink, Megaphone } from 'lucide-react'
import type { Referral } from '../../../../src/channels/contract'
import { useText } from '../../../shared/i18n/useText'

type Props = { referral: Omit<Referral, 'thumbnail'> & { readonly thumbnail?: Referral['thumbnail'] } }

/** The ad that led the contact to write. Nothing is fetched: the thumbnail is in the message. */
export function ReferralCard({ referral: { title, text, url, app, thumbnail } }: Props) {
  const t = useText()
  const hasDetails = title !== '' || text !== '' || url !== null
  const said = (
    <>
      {thumbnail ? (
        <img src={thumbnail} alt="" className="size-14 flex-none rounded-md object-cover" />
      ) : (
        <Megaphone className="size-4.5! flex-none text-muted" />
      )}
      <span className="grid min-w-0">
        <small className="text-xs text-muted">
          {t(hasDetails ? 'messages.referral.ad' : 'messages.referral.bare')}
          {app && <span className="capitalize"> · {app}</span>}
        </small>
        {title && (
          <b dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
            {title}
          </b>
        )}
        {text && (
          <small dir="auto" className="line-clamp-3 text-xs text-muted wrap-anywhere">
            {text}
          </small>
        )}
        {url !== null && (
          <small className="flex min-w-0 items-center gap-1 text-xs text-muted">
            <span className="truncate">{URL.parse(url)?.host.replace(/^www\./, '') ?? url}</span>
            <ExternalLink className="size-3! flex-none" />
          </small>
        )}
      </span>
    </>
  )
  const shape = 'referral-card'
  return url === null ? (
    <div className={shape}>{said}</div>
  ) : (
    <a className={shape} href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {said}
    </a>
  )
}
