import { BarChart, DonutChart, LineChart } from '../../shared/chart/ChartFigure'
import { useFormat } from '../../shared/i18n/useFormat'
import { Sample, Samples } from './Sample'

const days = ['12', '13', '14', '15', '16', '17', '18', '19']
const perDay = {
  series: [{ id: 'messages', name: 'Messages' }],
  rows: days.map((label, at) => ({ label, values: [1200 + ((at * 733) % 900)] })),
}
const perHour = {
  series: [
    { id: 'delivered', name: 'Delivered' },
    { id: 'read', name: 'Read' },
    { id: 'failed', name: 'Failed', tone: 'bad' as const },
  ],
  rows: Array.from({ length: 7 }, (_, at) => ({
    label: `${8 + at}h`,
    values: [120 + at * 220, 60 + at * 150, at * 5],
  })),
}
const parts = [
  { id: 'files', name: 'Files', value: 3400 },
  { id: 'messages', name: 'Messages', value: 640 },
  { id: 'sessions', name: 'Sessions', value: 160 },
]

export function ChartSamples() {
  const { money } = useFormat()
  return (
    <Samples title="Charts">
      <Sample title="bars">
        <BarChart title="Messages per day" finding="Most messages came on the 14th." of="Day" data={perDay} />
      </Sample>
      <Sample title="lines">
        <LineChart title="Over the day" finding="Two of three are read." of="Hour" data={perHour} />
      </Sample>
      <Sample title="bars of two series, money">
        <BarChart
          title="Invoices"
          finding="November is the best month."
          of="Month"
          show={money}
          data={{
            series: [
              { id: 'paid', name: 'Paid' },
              { id: 'late', name: 'Late', tone: 'wait' },
            ],
            rows: ['Sep', 'Oct', 'Nov'].map((label, at) => ({ label, values: [150_000 + at * 40_000, 20_000] })),
          }}
        />
      </Sample>
      <Sample title="donut">
        <DonutChart title="Disk" finding="Files take four fifths." of="What" parts={parts} />
      </Sample>
      <Sample title="nothing to draw">
        <BarChart title="Messages per day" finding="" data={{ ...perDay, rows: [] }} />
      </Sample>
    </Samples>
  )
}
