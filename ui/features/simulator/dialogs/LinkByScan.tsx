import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScanQrCode } from 'lucide-react'
import { isMeta } from '../../../../src/channels/acts'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { useMay } from '../../../shared/session/useUser'
import { openPairing } from '../../connections/api'
import { connectionQuery, connectionsQuery } from '../../directory/api'
import { command } from '../api'
import { isPasskeyDemanded, showRefusal } from '../useCommand'

const LOOK_EVERY = 400
const LOOKS = 40

/** Links a device by the QR code of a connection; opens that code itself if permitted. */
export function LinkByScan({ phone, onDone }: { phone: PhoneView; onDone(): void }) {
  const t = useText()
  const may = useMay()('connections-page:actionButtons')
  const queries = useQueryClient()
  const { data = [] } = useQuery({ ...connectionsQuery, refetchInterval: 3000 })
  const waiting = data.filter(
    (one) => !isMeta(one.channel) && one.status !== 'CONNECTED' && one.status !== 'RESTRICTED',
  )

  const scan = useMutation({
    mutationFn: async (connection: ConnectionSummary) => {
      const qr = connection.qrcode || (await openQr(connection.id))
      if (!qr) return false
      await command({ do: 'scan', phone: phone.phone, qr })
      return true
    },
    onSuccess: (scanned, connection) => {
      if (!scanned) return toast.warning(t('simulator.link.noQr'))
      toast.success(t('simulator.link.done', { connection: connection.name, name: phone.name }))
      onDone()
    },
    onError: (failure) => {
      showRefusal(failure)
      if (isPasskeyDemanded(failure)) onDone()
    },
  })

  async function openQr(id: number): Promise<string> {
    await openPairing(id)
    for (let look = 0; look < LOOKS; look++) {
      const asked = await queries.fetchQuery({ ...connectionQuery(id), staleTime: 0 })
      if (asked?.qrcode) return asked.qrcode
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
    return ''
  }

  return (
    <section>
      <h3 className="text-sm font-medium mb-1">{t('simulator.link.scan')}</h3>
      {waiting.length === 0 && <p className="text-sm text-muted">{t('simulator.link.none')}</p>}
      <ul className="grid">
        {waiting.map((connection) => (
          <li key={connection.id} className="fault">
            <span className="two min-w-0">
              <b className="font-medium truncate">{connection.name}</b>
              <small>
                {connection.qrcode
                  ? t('simulator.link.waitingQr')
                  : may
                    ? t('simulator.link.willOpen')
                    : t('simulator.link.openHint')}
              </small>
            </span>
            <Button
              size="sm"
              icon={<ScanQrCode />}
              busy={scan.isPending && scan.variables.id === connection.id}
              disabled={!connection.qrcode && !may}
              aria-label={`${t('simulator.link.scanAction')}: ${connection.name}`}
              onClick={() => scan.mutate(connection)}
            >
              {t('simulator.link.scanAction')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
