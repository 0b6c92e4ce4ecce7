/** What a PC did in a game, frames per second: average and 1% low before, average and 1% low after. */
export type Measured = readonly [before: number, lowBefore: number, after: number, lowAfter: number];

/** What 'What would it do on your PC?' answers. `example`: made up; the seller puts measurements here and sets it to false. */
export const measurements: { example: boolean; pcs: { gpu: string; cpu: string; games: Record<string, Measured> }[] } = {
  example: true,
  pcs: [
    {
      gpu: 'GeForce GTX 1660',
      cpu: 'Core i5-9400F',
      games: {
        Fortnite: [90, 52, 105, 72],
        Valorant: [170, 98, 202, 139],
        'Counter-Strike 2': [121, 70, 143, 99],
        'Apex Legends': [82, 47, 96, 66],
        Warzone: [59, 34, 69, 48],
        'Rocket League': [150, 87, 176, 121],
      },
    },
    {
      gpu: 'GeForce GTX 1660',
      cpu: 'Ryzen 5 5600',
      games: {
        Fortnite: [92, 60, 104, 79],
        Valorant: [188, 122, 214, 163],
        'Counter-Strike 2': [128, 83, 145, 110],
        'Apex Legends': [84, 55, 94, 71],
        Warzone: [60, 39, 67, 51],
        'Rocket League': [155, 101, 174, 132],
      },
    },
    {
      gpu: 'GeForce GTX 1660',
      cpu: 'Ryzen 7 7800X3D',
      games: {
        Fortnite: [94, 67, 100, 82],
        Valorant: [200, 142, 215, 176],
        'Counter-Strike 2': [132, 94, 141, 116],
        'Apex Legends': [85, 60, 91, 75],
        Warzone: [61, 43, 65, 53],
        'Rocket League': [157, 112, 168, 138],
      },
    },
    {
      gpu: 'GeForce RTX 3060',
      cpu: 'Core i5-9400F',
      games: {
        Fortnite: [120, 70, 144, 99],
        Valorant: [193, 112, 234, 161],
        'Counter-Strike 2': [150, 87, 180, 124],
        'Apex Legends': [112, 65, 133, 92],
        Warzone: [83, 48, 99, 68],
        'Rocket League': [201, 116, 240, 166],
      },
    },
    {
      gpu: 'GeForce RTX 3060',
      cpu: 'Ryzen 5 5600',
      games: {
        Fortnite: [136, 88, 155, 118],
        Valorant: [236, 154, 274, 208],
        'Counter-Strike 2': [176, 115, 203, 154],
        'Apex Legends': [125, 81, 143, 109],
        Warzone: [91, 59, 104, 79],
        'Rocket League': [227, 147, 260, 198],
      },
    },
    {
      gpu: 'GeForce RTX 3060',
      cpu: 'Ryzen 7 7800X3D',
      games: {
        Fortnite: [147, 104, 159, 130],
        Valorant: [289, 205, 315, 258],
        'Counter-Strike 2': [201, 143, 218, 179],
        'Apex Legends': [134, 95, 144, 118],
        Warzone: [96, 68, 103, 84],
        'Rocket League': [246, 175, 266, 218],
      },
    },
    {
      gpu: 'Radeon RX 7800 XT',
      cpu: 'Core i5-9400F',
      games: {
        Fortnite: [133, 77, 162, 112],
        Valorant: [198, 115, 244, 168],
        'Counter-Strike 2': [158, 92, 194, 134],
        'Apex Legends': [125, 72, 152, 105],
        Warzone: [96, 55, 116, 80],
        'Rocket League': [221, 128, 269, 186],
      },
    },
    {
      gpu: 'Radeon RX 7800 XT',
      cpu: 'Ryzen 5 5600',
      games: {
        Fortnite: [164, 106, 190, 144],
        Valorant: [251, 163, 296, 225],
        'Counter-Strike 2': [198, 129, 232, 176],
        'Apex Legends': [153, 99, 178, 135],
        Warzone: [116, 75, 134, 102],
        'Rocket League': [272, 177, 316, 240],
      },
    },
    {
      gpu: 'Radeon RX 7800 XT',
      cpu: 'Ryzen 7 7800X3D',
      games: {
        Fortnite: [203, 144, 221, 181],
        Valorant: [342, 243, 376, 308],
        'Counter-Strike 2': [260, 184, 284, 233],
        'Apex Legends': [187, 133, 204, 167],
        Warzone: [138, 98, 149, 122],
        'Rocket League': [339, 241, 369, 303],
      },
    },
  ],
};
