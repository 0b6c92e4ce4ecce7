/** Small lines and buttons on the page of a product until its seller writes others. */
export const productLabels = {
  tweaksLabel: 'Total Tweaks',
  versionLabel: 'Current Version',
  customersLabel: 'Total Customers',
  reviewsEyebrow: 'Reviews',
  questionsEyebrow: 'Before you buy',
  featuresEyebrow: 'What is inside',
  videoEyebrow: 'Video',
  buyLabel: 'Buy Now',
} as const;
