/** How an installation of each product is dumped, to be copied. */
export const commands = {
  ticketz: {
    name: 'Ticketz',
    dump: 'docker compose exec -T postgres pg_dump -U ticketz --no-owner ticketz | gzip > ticketz.sql.gz',
    files: 'docker compose exec -T backend tar czf - -C /usr/src/app public > public.tar.gz',
  },
  whaticket: {
    name: 'Whaticket',
    dump: 'sudo -u postgres pg_dump --no-owner whaticket | gzip > whaticket.sql.gz',
    files: 'tar czf public.tar.gz -C /home/deploy/whaticket/backend public',
  },
  community: {
    name: 'Community',
    dump: 'mysqldump --single-transaction --default-character-set=utf8mb4 whaticket | gzip > whaticket.sql.gz',
    files: 'tar czf public.tar.gz -C /home/deploy/whaticket/backend public',
  },
  izing: {
    name: 'Izing',
    dump: 'sudo -u postgres pg_dump --no-owner postgres | gzip > izing.sql.gz',
    files: 'tar czf public.tar.gz -C /home/deploy/izing.io/backend public',
  },
} as const
export type Product = keyof typeof commands
