// Every proof: what it proves, the specs it runs at full count or the program it runs, the files and folders whose change requires it
// again, and about how many minutes it takes on two cores. How to add one: docs/adding.md#a-proof.
const engine = ['contracts/src', 'services/src/engine', 'services/src/platform', 'services/sql'];
const programme = [...engine, 'services/src/programme'];

/** `command`: a program of the repository and its arguments, given the commit of its last run. Exit code 2: the machine lacks something. */
export const proofs = [
  {
    name: 'payouts',
    title: 'payout runs keep their rules in races and are paid once when processes are killed',
    specs: ['services/src/programme/payouts/payout-runs.spec.ts'],
    folders: programme,
    minutes: 1,
  },
  {
    name: 'paypal',
    title: 'payout runs at a faulty PayPal are paid once, and end as PayPal says, when processes are killed',
    specs: ['test/operations/paypal.proof.ts'],
    folders: programme,
    minutes: 10,
  },
  {
    name: 'bank-files',
    title: 'files for a bank, and those of a bank that are read, are what ISO 20022 says, by a validator that is not ours',
    specs: ['test/operations/bank-files.proof.ts'],
    folders: ['contracts/src/rules', 'services/src/programme/payouts'],
    minutes: 1,
  },
  {
    name: 'witnessed',
    title:
      'Go’s packages and a public witness accept the published log; one affiliate’s file finds each of four cheats, with any Node from 18 to 24',
    specs: ['test/witnessed/outside.proof.ts', 'test/witnessed/attacks.proof.ts', 'services/src/engine/tree/proofs.spec.ts'],
    folders: ['services/src/engine/log', 'services/src/engine/tree', 'services/src/platform', 'deploy', 'test/witnessed'],
    minutes: 2,
  },
  {
    name: 'invoices',
    title: 'self-billing invoices of four processes have numbers without a gap and without a double',
    specs: ['services/src/programme/payouts/document-numbers.spec.ts'],
    folders: programme,
    minutes: 6,
  },
  {
    name: 'kills',
    title: 'a whole process, a sender and a replay that are killed lose nothing and do nothing twice',
    specs: [
      'test/engine/kill.spec.ts',
      'test/engine/sender-killed.spec.ts',
      'test/engine/replay-killed.spec.ts',
      'test/operations/replay.proof.ts',
    ],
    folders: [...engine, 'services/src/main', 'services/src/reactors'],
    minutes: 3,
  },
  {
    name: 'backups',
    title: 'a backup, a trial restore and a restore that are killed, and stores that fail, list nothing half and lose nothing',
    specs: ['test/operations/backups-killed.proof.ts'],
    folders: ['services/src/operating/backups', 'services/src/operating/ops', 'services/src/platform', 'services/sql'],
    minutes: 8,
  },
  {
    name: 'old-data',
    title: 'databases that earlier versions made are migrated, audited and verified with no difference',
    specs: ['test/operations/old-data.proof.ts'],
    folders: [...engine, 'services/src/programme', 'services/src/screens', 'test/golden/data'],
    minutes: 1,
  },
  {
    name: 'guesses',
    title: 'nobody guesses a link that sets a password',
    specs: ['services/src/programme/sign-in/password-links.spec.ts'],
    folders: ['services/src/programme/sign-in', 'services/src/http'],
    minutes: 1,
  },
  {
    name: 'histories',
    title: 'random histories keep the books: conserved, explained, each sale once, each at the terms of its time',
    specs: [
      'test/engine/conservation.spec.ts',
      'test/engine/explained.spec.ts',
      'services/src/store/one-sale.spec.ts',
      'services/src/store/terms-race.spec.ts',
      'test/operations/demo.proof.ts',
      'test/operations/restore.proof.ts',
    ],
    folders: [...programme, 'services/src/store', 'services/src/screens', 'services/src/operating/demo'],
    minutes: 2,
  },
  {
    name: 'shop',
    title:
      'a shop is set up by screen alone, and sells through a campaign and at Stripe; two admins at once never lose a change, and a purchase is credited by its own price; odd content is right or refused',
    specs: [
      'services/src/programme/site/site-races.spec.ts',
      'test/journeys/campaign.proof.ts',
      'test/journeys/first-hour.proof.ts',
      'test/journeys/stripe.proof.ts',
      'test/web/odd-content.proof.ts',
      'test/web/seller-site.proof.ts',
    ],
    folders: [
      'contracts/src',
      'services/src/http/site',
      'services/src/programme/site',
      'services/src/screens/site',
      'services/src/store',
      'web',
    ],
    minutes: 6,
  },
  {
    name: 'pages',
    title:
      'public pages show the figures and fallbacks of their sources, turn, zoom, share and open as described, and nothing moves; open ones outlive a deployment',
    specs: ['test/web/after-deployment.spec.ts', 'test/web/behaviour.proof.ts', 'test/web/fresh.proof.ts', 'test/web/offers.proof.ts'],
    folders: ['web', 'services/src/http', 'services/src/screens/public-feeds'],
    minutes: 2,
  },
  {
    name: 'authorisation',
    title: 'what is taken away is gone on the next request, in every interleaving tried',
    specs: ['test/security/authorisation.spec.ts'],
    folders: [...programme, 'services/src/http'],
    minutes: 2,
  },
  {
    name: 'hostile-input',
    title:
      'hostile values in bodies, paths, queries and headers change nothing and break nothing, and none of their scripts runs on a page',
    specs: [
      'services/src/http/body-class.spec.ts',
      'test/contract/bad-input.spec.ts',
      'test/security/hostile-input.spec.ts',
      'test/security/scripts.proof.ts',
    ],
    folders: [...programme, 'services/src/http', 'services/src/screens', 'services/src/store', 'test/support/hostile.ts'],
    minutes: 2,
  },
  {
    name: 'fuzz',
    title: 'requests made out of openapi.json get the answers that it documents',
    command: () => ['test/fuzz/run.mjs', '--cases', '1000', '--seed', '1'],
    folders: ['contracts', 'services/src/http', 'services/src/screens', 'services/src/programme', 'services/src/store', 'test/fuzz'],
    minutes: 3,
  },
  {
    name: 'journeys-over-kafka',
    title: 'money and every answer are the same where events come over Kafka',
    specs: ['test/kafka/journeys.proof.ts'],
    folders: [...engine, 'services/src/screens', 'services/src/main'],
    minutes: 2,
  },
  {
    name: 'kafka-failures',
    title:
      'projectors and relays that are killed and paused, a broker away and one that lost its data leave nothing missing; brokers that want TLS and a name get both',
    specs: ['test/kafka/kills.proof.ts', 'test/kafka/outage.proof.ts', 'test/kafka/secured.proof.ts', 'test/kafka/wiped.proof.ts'],
    folders: [...engine, 'services/src/main', 'test/support/kafka.ts'],
    minutes: 4,
  },
  {
    name: 'faults',
    title: 'the fault campaign finds every command once and every read model whole, and catches a broken projector',
    specs: ['test/faults/faults.proof.ts'],
    folders: [...engine, 'services/src/main', 'test/faults'],
    minutes: 5,
  },
  {
    name: 'simulation',
    title: 'a simulated programme on a real PostgreSQL keeps its books in every seed',
    command: () => ['test/simulation/run.mjs', '--seeds', '100'],
    folders: [...programme, 'services/src/store', 'services/src/reactors', 'services/src/screens', 'test/simulation'],
    minutes: 15,
  },
  {
    name: 'planted',
    title: 'mistakes that are planted in the product are caught',
    command: () => ['test/planted/run.mjs'],
    folders: ['test/planted'],
    minutes: 17,
  },
  {
    name: 'mutants',
    title: 'changes of the rules that changed are noticed by their specs',
    command: (since) => ['test/mutants/run.mjs', '--since', since],
    folders: ['contracts/src', 'services/src', 'test/mutants'],
    minutes: 4,
  },
  {
    name: 'starts',
    title: 'npm start and npm test work in any folder, and a start that cannot be says why',
    specs: [
      'test/operations/any-folder.proof.ts',
      'test/operations/embedded.proof.ts',
      'test/operations/refused-start.proof.ts',
      'test/operations/start.proof.ts',
      'test/operations/start.spec.ts',
    ],
    folders: ['tools', 'services/src/main', 'services/src/platform', 'package-lock.json'],
    minutes: 4,
  },
  {
    name: 'dev',
    title: 'npm run dev shows changes of pages and server on one address, and sells there',
    specs: ['test/operations/dev.proof.ts'],
    folders: ['tools', 'web/vite.config.ts', 'services/src/main', 'package-lock.json'],
    minutes: 2,
  },
  {
    name: 'https',
    title:
      'the shipped Caddyfile gets its certificate from an ACME server, keeps monitoring inside, and passes on addresses and compressed answers',
    specs: ['test/operations/https.proof.ts'],
    folders: ['deploy/Caddyfile', 'services/src/http', 'test/support/caddy.ts', 'test/support/pebble.ts'],
    minutes: 5,
  },
  {
    name: 'upgrades',
    title:
      'an upgrade fails none of 100 requests a second, goes back from a release that does not start, and goes on after it was killed at any moment',
    specs: ['test/operations/upgrade.proof.ts'],
    folders: ['tools', 'deploy/Caddyfile', 'services/src/main', 'services/src/http', 'package-lock.json'],
    minutes: 15,
  },
  {
    name: 'installation',
    title: 'a bare Debian serves over https after three answers, upgrades, and goes back from a release that never answers',
    specs: ['test/operations/bare-debian.proof.ts'],
    folders: ['deploy/systemd', 'deploy/Caddyfile', 'services/src/main', 'package-lock.json', 'test/support/bare-debian.ts'],
    minutes: 15,
  },
  {
    name: 'deployments',
    title: 'systemd and the schemas of Kubernetes accept the shipped unit and manifests, which run with few rights',
    specs: ['test/operations/kubernetes.proof.ts', 'test/operations/systemd.proof.ts'],
    folders: ['deploy/kubernetes', 'deploy/systemd', 'test/support/kubernetes.ts'],
    minutes: 4,
  },
  {
    name: 'engines',
    title:
      'Firefox and WebKit show every public page, sell, and show every tab of both dashboards; a browser without storage sells and signs in',
    specs: ['test/engines/engines.proof.ts', 'test/web/no-storage.spec.ts'],
    folders: ['web', 'test/engines'],
    minutes: 3,
  },
  {
    name: 'networks',
    title:
      'public pages say the same on slow, late and blocked networks, and the first click on Buy Now opens the checkout whenever it comes',
    specs: ['test/web/before-scripts.spec.ts', 'test/web/networks.proof.ts'],
    folders: ['web', 'services/src/http/site'],
    minutes: 11,
  },
  {
    name: 'accessibility',
    title:
      'every state of every screen has no finding of axe at any width in either theme; long jobs of admins work in a browser: sales, payouts, terms',
    specs: [
      'test/web/accessibility.proof.ts',
      'test/web/dashboard-accessibility.proof.ts',
      'test/web/admin-accessibility.proof.ts',
      'test/journeys/coupons.spec.ts',
      'test/web/admin-events.spec.ts',
      'test/web/admin-lists.spec.ts',
      'test/web/admin-read-models.spec.ts',
      'test/web/admin-sales.proof.ts',
      'test/web/every-tab.spec.ts',
      'test/web/integrations.spec.ts',
      'test/web/payouts.proof.ts',
      'test/web/programme.proof.ts',
    ],
    folders: ['web'],
    minutes: 7,
  },
];
