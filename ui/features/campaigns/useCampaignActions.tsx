import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Campaign, STATUS } from '../../../src/features/campaigns/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { campaigns, copyCampaign, restartCampaign, stopCampaign } from './api'

type ConfirmationRequest = { readonly what: 'stop' | 'restart' | 'delete'; readonly campaign: Campaign }

/** Actions on a campaign from its row and its report; the page renders `dialog`. */
export function useCampaignActions(onDeleted?: () => void) {
  const t = useText()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<ConfirmationRequest | null>(null)
  return {
    stop: (campaign: Campaign) => setAsked({ what: 'stop', campaign }),
    restart: (campaign: Campaign) => setAsked({ what: 'restart', campaign }),
    remove: (campaign: Campaign) => setAsked({ what: 'delete', campaign }),
    async copy(campaign: Campaign) {
      try {
        const { id } = await copyCampaign(campaign.id)
        toast.success(t('campaigns.copied'))
        await navigate({ to: '/campaigns/$campaignId', params: { campaignId: String(id) } })
      } catch (failure) {
        toast.failure(failure)
      }
    },
    dialog: asked && <AskedDialog asked={asked} onClose={() => setAsked(null)} onDeleted={onDeleted} />,
  }
}

type Props = { asked: ConfirmationRequest; onClose(): void; onDeleted: (() => void) | undefined }

function AskedDialog({ asked: { what, campaign }, onClose, onDeleted }: Props) {
  const t = useText()
  const { number } = useFormat()
  const { remove } = useCrud(campaigns)
  const [isBusy, setBusy] = useState(false)
  const { id, name, figures } = campaign
  const left = figures.waiting + figures.asked
  if (what === 'delete')
    return (
      <DeleteDialog
        title={t('campaigns.delete.title', { name })}
        confirm={t('campaigns.delete.confirm')}
        done={t('campaigns.delete.done', { name })}
        onDelete={async () => {
          await remove(id)
          onDeleted?.()
        }}
        onClose={onClose}
      >
        {() => (
          <>
            {campaign.status === STATUS.running && <p>{t('campaigns.delete.running', { count: left })}</p>}
            <p>{t(figures.total > 0 ? 'campaigns.delete.report' : 'campaigns.delete.draft')}</p>
            {figures.sent > 0 && <p>{t('campaigns.delete.stays')}</p>}
          </>
        )}
      </DeleteDialog>
    )
  const act = async () => {
    setBusy(true)
    try {
      await (what === 'stop' ? stopCampaign(id) : restartCampaign(id))
      toast.success(t(`campaigns.${what}.done`, { name }))
      onClose()
    } catch (failure) {
      toast.failure(failure)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      title={t(`campaigns.${what}.title`, { name })}
      confirm={t(`campaigns.${what}.confirm`)}
      tone={what === 'stop' ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <p>
        {campaign.startedAt === null
          ? t(`campaigns.${what}.unbegun`)
          : t(`campaigns.${what}.text`, { sent: number(figures.sent), count: left })}
      </p>
    </ConfirmDialog>
  )
}
