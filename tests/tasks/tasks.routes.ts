import { CreateTask, CreateTasks, SeenTasks, UpdateTask } from '../../src/features/tasks/contract'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'

declare module '../api/furnish' {
  interface Ids {
    /** An open task of the admin. */
    readonly task: number
  }
}

export const routeExamples: RouteExamples = {
  'GET /api/tasks/': { opens: 'session', example: () => ({ path: '/api/tasks/' }) },
  'GET /api/tasks/count': { opens: 'session', example: () => ({ path: '/api/tasks/count' }) },
  'GET /api/tasks/reminders': { opens: 'session', example: () => ({ path: '/api/tasks/reminders' }) },
  'POST /api/tasks/reminders/seen': {
    opens: 'session',
    reads: SeenTasks,
    example: ({ task }) => ({ path: '/api/tasks/reminders/seen', body: { ids: [task] } }),
  },
  'POST /api/tasks/': {
    opens: 'session',
    reads: CreateTask,
    example: ({ user, contact }) => ({
      path: '/api/tasks/',
      body: {
        text: 'Ligar para a fábrica',
        description: 'Antes das 11h',
        userId: user,
        contactId: contact,
        due_at: '2026-12-01T12:00:00.000Z',
        remind_at: '2026-12-01T11:45:00.000Z',
      },
    }),
  },
  'POST /api/tasks/several': {
    opens: 'session',
    reads: CreateTasks,
    example: () => ({ path: '/api/tasks/several', body: { tasks: [{ text: 'Um' }, { text: 'Outro' }] } }),
  },
  'PUT /api/tasks/:id': {
    opens: 'session',
    reads: UpdateTask,
    example: ({ task }) => ({ path: `/api/tasks/${task}`, body: { text: 'Outra coisa', afterId: null } }),
  },
  'DELETE /api/tasks/:id': { opens: 'session', example: ({ task }) => ({ path: `/api/tasks/${task}` }) },
}

export function furnish(company: CompanyWorld, { user }: Ids, { mark }: { mark: string }) {
  const [row] = company.rows<{ id: number }>(
    `INSERT INTO tasks (user_id, text, description, position, created_at, updated_at) VALUES (?, ?, ?, 0, 0, 0) RETURNING id`,
    ...[user, `${mark} tarefa`, `${mark} detalhe`],
  )
  return { task: row?.id ?? 0 }
}

/** Tasks are personal. */
export function give(company: CompanyWorld, { task }: Ids, userId: number) {
  company.rows('UPDATE tasks SET user_id = ? WHERE id = ? RETURNING id', userId, task)
}
export { give as join }

export const shownAt: ShownAt = {
  'task.create': 'own',
  'task.update': 'own',
  'task.delete': 'own',
  'task.reminder': 'own',
}

export const plans = ['task_plans.due_at', 'task_plans.remind_at']
