/** Every shared component in its states, for developers: `/kit` in development, not in the build. */
import { usePageTitle } from '../../shared/usePageTitle'
import { ChartSamples } from './ChartSamples'
import { DialogSamples } from './DialogSamples'
import { FieldSamples } from './FieldSamples'
import { ShapeSamples } from './ShapeSamples'
import { TableSamples } from './TableSamples'

export function KitPage() {
  usePageTitle('Kit')
  return (
    <main className="main page overflow-y-auto">
      <div className="page-head">
        <h1 className="page-title">Kit</h1>
        <span className="page-count">as in ui/shared/README.md</span>
      </div>
      <div className="grid gap-10 px-6 pb-16 max-md:px-4">
        <ShapeSamples />
        <TableSamples />
        <FieldSamples />
        <DialogSamples />
        <ChartSamples />
      </div>
    </main>
  )
}
