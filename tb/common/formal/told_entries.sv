// SPDX-License-Identifier: Apache-2.0
// What a network interface knows of a table whose destinations no port shows, for the formal
// wrappers of the tables (docs/user/integration.md, "Whose entry it is"): a bit that rises belongs
// to the destination of the event of the clock before, and no entry belongs to another one unseen.

module told_entries #(
  parameter int unsigned Entries = 2,
  parameter int unsigned NodeBits = 4
) (
  input  logic                        clk_i,
  /// Out of reset.
  input  logic                        started_i,
  input  logic                        enable_i,
  /// An event that may take an entry is handed over in this clock.
  input  logic                        event_i,
  /// Its destination.
  input  logic [NodeBits-1:0]         destination_i,
  /// The table, as it is.
  input  logic [Entries-1:0]          valid_i,
  input  logic [Entries*NodeBits-1:0] table_i,
  /// Its destinations, as a network interface keeps them; of a free entry any.
  output logic [Entries*NodeBits-1:0] known_o
);

  // One entry, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [7:0] watched;
  logic                        was_event, same;
  logic [NodeBits-1:0]         was_destination;
  logic [Entries-1:0]          was_valid, rises;
  logic [Entries*NodeBits-1:0] kept;
  assign rises = valid_i & ~was_valid;
  always_comb begin
    known_o = kept;
    same    = 1'b1;
    for (int e = 0; e < Entries; e++) begin
      if (rises[e]) known_o[e*NodeBits+:NodeBits] = was_destination;
      if (e == 32'(watched) && valid_i[e] &&
          known_o[e*NodeBits+:NodeBits] != table_i[e*NodeBits+:NodeBits]) same = 1'b0;
    end
  end
  always @(posedge clk_i) begin
    was_event       <= started_i && enable_i && event_i;
    was_destination <= destination_i;
    was_valid       <= valid_i;
    kept            <= known_o;
  end

  always_comb begin
    if (started_i) begin
      RiseIsOfEvent: assert (rises == '0 ||
                             (was_event && (rises & (rises - Entries'(1))) == '0));
      EntryIsTold: assert (same);
    end
  end

endmodule
