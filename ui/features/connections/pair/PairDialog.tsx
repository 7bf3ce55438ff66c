import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { ChannelIcon } from '../../../shared/kit/ChannelIcon'
import { Dialog } from '../../../shared/kit/Dialog'
import { TabPanel, Tabs } from '../../../shared/kit/Tabs'
import { toast } from '../../../shared/kit/toast'
import { connectionQuery } from '../../directory/api'
import { tryAgain } from '../api'
import { Failed, isFailure } from '../passkey/Failed'
import { Connected, NextSteps } from './Connected'
import { PairByCode } from './PairByCode'
import { PairByPasskey } from './PairByPasskey'
import { PairByQr } from './PairByQr'

/** The server stops generating codes 60 s after the last request. */
const ASK_EVERY = 3000

/** Links a phone by QR or typed code; afterwards shows the next steps. */
export function PairDialog({ connection: row, onClose }: { connection: ConnectionSummary; onClose(): void }) {
  const t = useText()
  const [by, setBy] = useState<'qr' | 'code'>('qr')
  const connection = useQuery({ ...connectionQuery(row.id), refetchInterval: ASK_EVERY, staleTime: 0 }).data ?? row
  const { id, name, channel, status, reason, since } = connection

  const isLinked = status === 'CONNECTED'
  const isDemanded = status === 'PASSKEY'
  /** The failure already answered with a new code: it is not shown again. */
  const [read, setRead] = useState<string | null>(null)
  const failure = status === 'DISCONNECTED' && read !== since && isFailure(reason) ? reason : null
  const isOffered = status === 'qrcode' && (by === 'qr' || connection.pairingCode !== null)
  const waiting =
    status === 'PAIRING' ? t('connections.pair.confirming') : isOffered ? t('connections.pair.waiting') : null
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      lead={<ChannelIcon channel={channel} size="lg" />}
      title={t('connections.pair.title', { name })}
      footer={
        isDemanded ? undefined : isLinked ? (
          <NextSteps />
        ) : failure ? (
          <>
            <Button tone="ghost" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button tone="primary" onClick={() => setRead(since)}>
              {t('connections.passkey.newCode')}
            </Button>
          </>
        ) : (
          <>
            <span className="mr-auto flex items-center gap-2 text-xs text-faint" role="status">
              {waiting && <LoaderCircle className="size-4! animate-spin" />}
              {waiting}
            </span>
            <Button tone="ghost" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </>
        )
      }
    >
      {isLinked ? (
        <Connected name={name} />
      ) : isDemanded ? (
        <PairByPasskey
          connection={connection}
          isTyped={by === 'code'}
          onTakeOver={() => void tryAgain(id).catch(toast.failure)}
          onGivenUp={onClose}
        />
      ) : failure ? (
        <Failed reason={failure} />
      ) : (
        <>
          <Tabs
            id="pair"
            className="px-5"
            label={t('connections.pair.by')}
            value={by}
            onChange={setBy}
            tabs={[
              { id: 'qr', label: t('connections.pair.qr') },
              { id: 'code', label: t('connections.pair.code') },
            ]}
          />
          <TabPanel id="pair" value={by}>
            {by === 'qr' ? <PairByQr connection={connection} /> : <PairByCode connection={connection} />}
          </TabPanel>
        </>
      )}
    </Dialog>
  )
}
