import { type Product, repoOf, type Tweak } from '@framelift/contracts';
import type { ReadContent } from '../../platform/site-subjects.ts';

/** A release as the example code host keeps it; `downloads` of its one file. */
interface ExampleRelease {
  tag: string;
  /** Such as 2025-06-20. */
  publishedAt: string;
  downloads: number;
}

export interface ExampleRepository {
  /** owner/name */
  name: string;
  title: string;
  stars: number;
  /** Newest first. */
  releases: ExampleRelease[];
}

const OWNER = 'framelift';
export const FREE_REPO = `${OWNER}/free-utility`;
export const FORTNITE_REPO = `${OWNER}/fortnite-optimizer`;
export const INVITE = 'framelift';
export const CHANNEL = 'UCframelift-example';

/** A whole number that a text decides, from `low` to `high`. */
export const numberOf = (text: string, low: number, high: number): number => {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  hash = (hash ^ (hash >>> 13)) >>> 0;
  return low + (hash % (high - low + 1));
};

const released = (tag: string, publishedAt: string, downloads: number): ExampleRelease => ({ tag, publishedAt, downloads });

const tweakRepository = (repo: string, { title, added }: Tweak): ExampleRepository => ({
  name: repo,
  title,
  stars: numberOf(`${repo} stars`, 12, 90),
  releases: [released('v1.1.0', added, numberOf(repo, 900, 4_200)), released('v1.0.0', added, numberOf(`${repo} first`, 200, 900))],
});

/** Numbers that fit what the pages claim (docs/product.md#home). */
const productRepositories: readonly ExampleRepository[] = [
  {
    name: FREE_REPO,
    title: 'Free Utility',
    stars: 1_284,
    releases: [
      released('v4.2.0', '2025-06-20', 11_840),
      released('v4.1.0', '2025-05-04', 14_206),
      released('v4.0.0', '2025-03-18', 17_925),
      released('v3.1.0', '2024-10-02', 9_317),
      released('v2.0.0', '2023-12-11', 8_460),
      released('v1.3.0', '2023-04-27', 3_518),
      released('v1.0.0', '2022-08-09', 1_702),
    ],
  },
  {
    name: FORTNITE_REPO,
    title: 'Fortnite Optimizer',
    stars: 346,
    releases: [released('v1.4.0', '2025-05-30', 8_921), released('v1.2.0', '2025-01-15', 6_344), released('v1.0.0', '2024-07-22', 3_107)],
  },
];

/** The repository of a free product whose release source the seller set. */
const productRepository = ({ title, release }: Product): ExampleRepository[] => {
  if (!release) return [];
  const releases = [
    released('v1.1.0', '2025-06-02', numberOf(release, 2_400, 9_800)),
    released('v1.0.0', '2025-02-17', numberOf(`${release} first`, 900, 4_200)),
  ];
  return [{ name: release, title, stars: numberOf(`${release} stars`, 40, 900), releases }];
};

/** The repositories of the first products, and of the published products and tweaks. */
export const repositoriesFor = (read: ReadContent): ExampleRepository[] => [
  ...productRepositories,
  ...read('products').products.flatMap(productRepository),
  ...read('tweaks').tweaks.flatMap((tweak) => {
    const repo = repoOf(tweak);
    return repo ? [tweakRepository(repo, tweak)] : [];
  }),
];

export const texts: Record<string, string> = { 'premium-version.txt': '4.2', 'premium-tweaks.txt': '20k', 'customers.txt': '318' };

export const community = { members: 12_480, online: 1_906, subscribers: 8_640 };

/** The file of a release. It says what it is, in its name and in its text. */
export const fileOf = ({ name }: ExampleRepository, { tag }: ExampleRelease): string => `${name.replace('/', '-')}-${tag}-example.txt`;

/** The content of a file of that name; none if no release has it. */
export function downloadOf(file: string, read: ReadContent): string | undefined {
  for (const repository of repositoriesFor(read)) {
    const release = repository.releases.find((one) => fileOf(repository, one) === file);
    if (!release) continue;
    return [
      `${repository.title} ${release.tag}: example file`,
      '',
      'This is not the program. It is a small text file from the sandbox of the public sources, which replaces the code host',
      'while no FEEDS_ setting names a real one. It changes nothing on your PC.',
      '',
    ].join('\r\n');
  }
  return undefined;
}
