import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, FlaskConical, Info, QrCode } from 'lucide-react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { errorText, referenceOf } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { Reference } from '../../../shared/kit/Reference'
import { useHasSimulator } from '../../../shared/session/useHasSimulator'
import { openPairing, tryAgain } from '../api'
import { explain, isStopped, newer } from '../status'
import { Countdown } from './Countdown'
import { Steps } from './Steps'

/** The QR code to scan, replaced whenever WhatsApp changes it. */
export function PairByQr({ connection: heard }: { connection: ConnectionSummary }) {
  const t = useText()
  const { id } = heard
  // Showing this tab opens the pairing window, once each time.
  const opening = useQuery({
    queryKey: ['pairing', id],
    queryFn: () => openPairing(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const again = useMutation({ mutationFn: () => tryAgain(id) })
  const connection = newer(heard, again.data ?? opening.data)
  const { name, qrcode, qrcodeExpiresAt, status } = connection
  const failure = again.error ?? opening.error
  const isSimulated = useHasSimulator()

  const newIn = (seconds: number) => t('connections.pair.newIn', { seconds })
  const problem = () => {
    if (failure) return <TileProblem error={failure} busy={again.isPending} onRetry={() => again.mutate()} />
    if (isStopped(connection) && opening.isSuccess && !again.isPending)
      return <TileProblem words={explain(t, connection)} busy={false} onRetry={() => again.mutate()} />
    return null
  }
  return (
    <div className="dialog-body pair-grid">
      <div className="grid gap-5">
        <Steps
          texts={[
            t('connections.pair.step1'),
            t('connections.pair.step2'),
            t('connections.pair.step3'),
            t('connections.pair.step4'),
          ]}
        />
        {isSimulated ? (
          <Note tone="info" icon={<FlaskConical />} action={<SimulatorLink />}>
            {t('connections.pair.simulated')}
          </Note>
        ) : (
          <Note tone="info" icon={<Info />}>
            {t('connections.pair.after')}
          </Note>
        )}
      </div>
      <div className="grid gap-3 justify-items-center">
        {qrcode ? (
          <QrTile text={qrcode} name={t('connections.pair.image', { name })} />
        ) : (
          (problem() ?? (
            <div className="qr-tile qr-bones bone" role="status" aria-label={t('connections.pair.preparing')} />
          ))
        )}
        <p className="text-xs text-faint nums flex items-center gap-2 min-h-4">
          {qrcode && qrcodeExpiresAt ? (
            <Countdown key={qrcodeExpiresAt} until={qrcodeExpiresAt} words={newIn} />
          ) : (
            status === 'OPENING' && t('connections.pair.preparing')
          )}
        </p>
      </div>
    </div>
  )
}

/** Opens in another window, so that the code stays visible here. */
function SimulatorLink() {
  const t = useText()
  return (
    <a href="/simulator" target="_blank" rel="noopener">
      {t('connections.pair.openSimulator')}
    </a>
  )
}

/** A QR code as one drawn path: sharp at any size, black on white in both themes because cameras need it. */
function QrTile({ text, name }: { text: string; name: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  return (
    <div className="qr-tile">
      <svg viewBox={`0 0 ${size} ${size}`} className="qr-code" role="img" aria-label={name} shapeRendering="crispEdges">
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  )
}

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}

type Props = { words?: string; error?: unknown; busy: boolean; onRetry(): void }

/** Shown instead of a code: why there is none, and how to get one. */
function TileProblem({ words, error, busy, onRetry }: Props) {
  const t = useText()
  const reference = referenceOf(error)
  return (
    <div className="qr-problem" role="alert">
      <CircleAlert />
      <p>{words ?? errorText(t, error)}</p>
      <Button size="sm" icon={<QrCode />} busy={busy} onClick={onRetry}>
        {t('connections.pair.newCode')}
      </Button>
      {reference && <Reference id={reference} />}
    </div>
  )
}
