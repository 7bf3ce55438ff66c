import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { LoadDialog } from '../../../shared/kit/LoadDialog'
import { campaigns } from '../api'
import { StatusWord } from '../CampaignState'
import { Report } from '../report/Report'
import type { ReportView } from '../view'

/** The report, without leaving the dashboard. */
export function DetailsDialog({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText()
  const [view, setView] = useState<ReportView>({})
  return (
    <LoadDialog query={campaigns.one(id)} title={t('campaigns.report.title')} onClose={onClose}>
      {(campaign) =>
        campaign && (
          <Dialog
            open
            size="xl"
            onClose={onClose}
            title={campaign.name}
            lead={
              <span className="text-sm">
                <StatusWord status={campaign.status} />
              </span>
            }
          >
            <div className="page-body">
              <Report campaign={campaign} view={view} onView={(next) => setView({ ...view, ...next })} />
            </div>
          </Dialog>
        )
      }
    </LoadDialog>
  )
}
